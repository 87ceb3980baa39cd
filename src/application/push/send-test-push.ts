import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { noDevices } from "../../domain/push/push-device";
import { type PushError, unknownPushDevice, unknownToRelay } from "../../domain/push/refusals";
import type { Caller } from "../caller";
import { tokenTarget } from "./internal/push-targets";
import { type Ports, sendTest } from "./internal/send-test";

/** Sends a test notification to one of the caller's addresses, or to all. API §4.20. */
export const sendTestPush =
  (ports: Ports) =>
  (caller: Caller, token: string | undefined): TaskEither<CallerError | PushError, void> =>
    pipe(
      sendTest(ports, caller, ({ pushDevices }) => {
        const { tokens } = pushDevices.get(caller.userId) ?? noDevices;
        const chosen = tokens.filter((one) => token === undefined || one.token === token);
        // Without a token, the test goes to every device, even if there is none. A given token must exist.
        return token !== undefined && chosen.length === 0
          ? E.left(unknownPushDevice)
          : E.right(chosen.map(tokenTarget));
      }),
      TE.chain((sent) =>
        sent.some(({ outcome }) => outcome === "unknown") ? TE.left(unknownToRelay) : TE.right(undefined),
      ),
    );
