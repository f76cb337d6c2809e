/**
 * Measures how far a replica is behind by this process's clock alone: since when the primary has been beyond its position. The
 * time of the last replayed transaction, which PostgreSQL has, would grow while nothing is written.
 * @param maxSeconds longer lags needn't be exact
 */
export function createLagMeter(maxSeconds: number, now: () => number = () => performance.now()) {
  const samples: { position: bigint; at: number }[] = [];
  return {
    /** Adds where the primary is now. */
    add(position: bigint): void {
      if (samples.at(-1)?.position !== position) samples.push({ position, at: now() });
      while (samples[1] && now() - samples[1].at > maxSeconds * 1_000) samples.shift();
    },
    /** How long the primary has been beyond a position, in seconds. */
    secondsSince(position: bigint): number {
      const first = samples.find((sample) => sample.position > position);
      return first ? (now() - first.at) / 1_000 : 0;
    },
  };
}
