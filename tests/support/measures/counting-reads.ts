/** How many characters the work reads by their code, as engines for patterns do. */
export const countingReads = (work: () => void): number => {
  const original = String.prototype.charCodeAt;
  let reads = 0;
  String.prototype.charCodeAt = function (this: string, place: number): number {
    reads += 1;
    return original.call(this, place);
  };
  try {
    work();
  } finally {
    String.prototype.charCodeAt = original;
  }
  return reads;
};
