import { firstStepsWords } from "../words/en-first-steps";
import { isLoopback } from "./loopback";

/** Explains why links won't work elsewhere, if the address is one that only this computer can open. */
export const OnlyHere = ({ address }: { readonly address: string }) =>
  isLoopback(address) ? <p class="soft">{firstStepsWords.onlyHere(new URL(address).host)}</p> : null;
