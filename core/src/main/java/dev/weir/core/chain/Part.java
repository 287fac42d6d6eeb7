package dev.weir.core.chain;

/**
 * What a rule puts into the chains of its entry: a step, or what finds the step of a call by its
 * key or by what else it asks of it.
 */
sealed interface Part permits Step, KeyedSteps, AskingStep {}
