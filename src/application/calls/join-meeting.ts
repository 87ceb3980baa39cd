import { isLeft, left, right } from "fp-ts/Either";
import { callServices } from "../../domain/call-service";
import { badRequest } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { CallProvider } from "../ports/call-provider";
import type { RealmDirectory } from "../realm-directory";
import { callError, notConfigured } from "./call-errors";

interface Ports {
  readonly directory: RealmDirectory;
  readonly callProviders: readonly CallProvider[];
}

/** Where the caller goes to be in a BigBlueButton meeting, under their name. */
export const joinMeeting =
  ({ directory, callProviders }: Ports) =>
  (caller: Caller, ticket: string): Result<string> =>
  async () => {
    const user = callerIn(await directory.of(caller.realmId), caller);
    if (isLeft(user)) return user;
    const provider = callProviders.find(({ meetings }) => meetings !== undefined);
    if (provider?.meetings === undefined) return left(notConfigured(callServices.bigBlueButton));
    const joined = await provider.meetings.join(ticket, user.right);
    if (joined === undefined) return left(badRequest("Invalid signature."));
    return isLeft(joined) ? left(callError(provider.service, joined.left)) : right(joined.right);
  };
