import { zxcvbnStrength } from "./password-strength";

/** A password to estimate in a worker thread. */
export interface StrengthTask {
  readonly password: string;
  readonly known: readonly string[];
}

/** Estimates in a worker thread. */
const work = ({ password, known }: StrengthTask): Promise<number> =>
  zxcvbnStrength.guessesFor(password, known);

export default work;
