/** Predictions may be off by this factor. */
export const mostOff = 1.5;

/** Something predicted, and what it was. */
export interface Compared {
  readonly what: string;
  readonly predicted: number;
  readonly measured: number;
}

export const isClose = ({ predicted, measured }: Compared): boolean =>
  measured > 0 && predicted > 0 && Math.max(predicted / measured, measured / predicted) <= mostOff;
