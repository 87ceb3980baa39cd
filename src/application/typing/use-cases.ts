import type { Workings } from "../workings";
import { signalEditing } from "./signal-editing";
import { signalTyping } from "./signal-typing";

/** Who is writing. */
export const typingUseCases = (workings: Workings) => ({
  signal: signalTyping(workings),
  signalEditing: signalEditing(workings),
});
