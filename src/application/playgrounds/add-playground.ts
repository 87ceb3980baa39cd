import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { PlaygroundId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { PlaygroundError } from "../../domain/playgrounds/refusals";
import { checkRoom } from "../../domain/policy/creation-limits";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { UrlTemplates } from "../ports/linkifiers/url-templates";
import type { InTransaction } from "../transaction";
import { checkPlayground, type PlaygroundInput } from "./internal/check-playground";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly urlTemplates: UrlTemplates;
}

/** Adds a code playground and returns its id. Administrators only. */
export const addPlayground =
  ({ inTransaction, urlTemplates }: Ports) =>
  (
    caller: Caller,
    input: PlaygroundInput,
  ): TaskEither<CallerError | InputError | LimitError | PlaygroundError, PlaygroundId> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      const { playgrounds } = tx.state;
      const room = checkRoom(tx.state, "playgrounds", tx.now);
      if (E.isLeft(room)) return room;
      const checked = checkPlayground(urlTemplates, playgrounds, input);
      if (E.isLeft(checked)) return checked;
      const id = tx.newId("playground");
      tx.append({ type: "playgrounds_set", playgrounds: [...playgrounds, { id, ...checked.right }] });
      return E.right(id);
    });
