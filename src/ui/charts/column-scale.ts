/** The end of a scale that begins at 0: a round number whose half is whole, not below the largest value. */
export function scaleEnd(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, largest)));
  const steps = power === 1 ? [2, 4, 6, 8, 10] : [1, 2, 4, 6, 8, 10];
  return (steps.find((step) => step * power >= largest) ?? 10) * power;
}
