import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { type CallService, callServices } from "../../domain/calls/call-service";
import { type CallError, callsNotConfigured, noVideoCalls } from "../../domain/calls/refusals";
import type { RealmState } from "../../domain/state/realm-state";
import { readNewestAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { CallProvider } from "../ports/calls/call-provider";
import type { CredentialReader } from "../ports/login/credentials";
import type { Seals } from "../ports/system/seals";
import type { InTransaction } from "../transaction";
import { callRefusal } from "./internal/call-refusal";
import { storeCallToken } from "./internal/store-call-token";

/** A requested video call. */
export interface NewCall {
  /** The path of the provider's endpoints; undefined for the organization's choice. */
  readonly provider: string | undefined;
  readonly title: string;
  readonly isVideo: boolean;
}

interface Ports {
  readonly directory: RealmDirectory;
  readonly inTransaction: InTransaction;
  readonly callProviders: readonly CallProvider[];
  readonly credentials: CredentialReader;
  readonly seals: Seals;
}

const services: readonly CallService[] = Object.values(callServices);

const requestedService = ({ realm }: RealmState, provider: string | undefined): CallService | undefined =>
  services.find((one) =>
    provider === undefined ? one.name === realm.settings.videoChatProvider : one.path === provider,
  );

/** Creates a video call and returns the URL for joining it. API §4.23. */
export const createCall = (ports: Ports) => {
  const store = storeCallToken(ports);
  return (
    caller: Caller,
    { provider: path, title, isVideo }: NewCall,
  ): TaskEither<CallError | CallerError, string> =>
    readNewestAsCaller(ports.directory, caller, async (state, user) => {
      const service = requestedService(state, path);
      if (service === undefined) return E.left(noVideoCalls);
      const provider = ports.callProviders.find((one) => one.service.path === service.path);
      if (provider === undefined) return E.left(callsNotConfigured(service.title));
      const { realmId, userId } = caller;
      const sealed = provider.signOn && (await ports.credentials.callToken(realmId, userId, service.path));
      const { id, email, fullName } = user;
      const made = await provider.create({
        caller: { id, email, fullName },
        title,
        isVideo,
        ownServer: state.realm.settings.jitsiServerUrl,
        token: sealed === undefined ? undefined : ports.seals.open(sealed),
      });
      if (E.isLeft(made)) {
        if (made.left.kind === "no_token" && sealed !== undefined) await store(caller, service, null, sealed);
        return E.left(callRefusal(service, made.left));
      }
      if (made.right.token !== undefined) await store(caller, service, made.right.token, sealed);
      return E.right(made.right.url);
    });
};
