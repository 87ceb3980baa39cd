import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { PlaygroundId } from "../../domain/ids";
import { noSuchPlayground, type PlaygroundError } from "../../domain/playgrounds/refusals";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";

/** Removes a playground. Administrators only. */
export const removePlayground =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, playgroundId: PlaygroundId): TaskEither<CallerError | PlaygroundError, void> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      const playgrounds = tx.state.playgrounds.filter(({ id }) => id !== playgroundId);
      if (playgrounds.length === tx.state.playgrounds.length) return E.left(noSuchPlayground);
      tx.append({ type: "playgrounds_set", playgrounds });
      return E.right(undefined);
    });
