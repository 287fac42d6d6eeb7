package dev.weir.core.concurrency;

/**
 * How full a limit is. Read while calls come and go: each number is right for some instant.
 *
 * @param max as it is now
 * @param inside calls that hold a permit; more than {@code max} for a while after it was lowered
 * @param waiting calls in line
 * @param held asynchronous ones of those inside
 * @param expiredHolds how many asynchronous calls have lost their permit to {@code max-hold} so far
 */
public record ConcurrencySnapshot(int max, int inside, int waiting, int held, long expiredHolds) {}
