import { Suspense } from "preact/compat";
import { lazily } from "../lazily";

const NewMessage = lazily((parts) => parts.NewMessage);

/** Where a message to somewhere else than what is shown is written; fetched when somebody begins one. */
export const BeginMessage = () => (
  <Suspense fallback={null}>
    <NewMessage />
  </Suspense>
);
