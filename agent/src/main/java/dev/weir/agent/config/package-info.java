/**
 * The rule file: YAML to rules, with the place of every fault, and the watch on the file.
 *
 * <p>Reading goes in four steps, each of which adds its errors to one {@code Reading}: bytes to
 * text ({@code SourceText}), text to {@code Node}s ({@code NodeComposer}), nodes to typed {@code
 * Values} by the {@code Schema}, values to a {@code RuleSet} ({@code RuleSetReader}). No type of
 * the YAML library leaves the second step. All of it runs while a JVM starts, so there are no
 * lambdas, streams, regular expressions or format strings here.
 */
@NullMarked
package dev.weir.agent.config;

import org.jspecify.annotations.NullMarked;
