import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { callServices } from "../../domain/calls/call-service";
import { type CallError, callsNotConfigured, invalidMeetingSignature } from "../../domain/calls/refusals";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { CallProvider } from "../ports/calls/call-provider";
import { callRefusal } from "./internal/call-refusal";

interface Ports {
  readonly directory: RealmDirectory;
  readonly callProviders: readonly CallProvider[];
}

/** Returns the URL for joining a BigBlueButton meeting under the caller's name. */
export const joinMeeting =
  ({ directory, callProviders }: Ports) =>
  (caller: Caller, ticket: string): TaskEither<CallError | CallerError, string> =>
    readAsCaller(directory, caller, async (_state, user) => {
      const provider = callProviders.find(({ meetings }) => meetings !== undefined);
      if (provider?.meetings === undefined)
        return E.left(callsNotConfigured(callServices.bigBlueButton.title));
      const joined = await provider.meetings.join(ticket, user);
      if (joined === undefined) return E.left(invalidMeetingSignature);
      return E.isLeft(joined) ? E.left(callRefusal(provider.service, joined.left)) : E.right(joined.right);
    });
