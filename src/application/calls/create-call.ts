import { isLeft, left, right } from "fp-ts/Either";
import { type CallService, callServices } from "../../domain/call-service";
import { badRequest } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import { type Caller, callerIn, type Result } from "../caller";
import type { CallProvider } from "../ports/call-provider";
import type { CredentialReader } from "../ports/credentials";
import type { Seals } from "../ports/seals";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import { callError, notConfigured } from "./call-errors";
import { keepCallToken } from "./keep-call-token";

/** A video call that somebody wants. */
export interface NewCall {
  /** By the path of its endpoints; undefined for the one that the organization has chosen. */
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

const serviceWanted = ({ realm }: RealmState, provider: string | undefined): CallService | undefined =>
  services.find((one) =>
    provider === undefined ? one.id === realm.settings.videoChatProvider : one.path === provider,
  );

/** Makes a video call; answers with the URL under which people join. API §4.23. */
export const createCall = (ports: Ports) => {
  const keep = keepCallToken(ports);
  return (caller: Caller, { provider: wanted, title, isVideo }: NewCall): Result<string> =>
    async () => {
      const state = await ports.directory.of(caller.realmId);
      const user = callerIn(state, caller);
      if (isLeft(user)) return user;
      const service = serviceWanted(state, wanted);
      if (service === undefined) return left(badRequest("This organization has no video calls"));
      const provider = ports.callProviders.find((one) => one.service.path === service.path);
      if (provider === undefined) return left(notConfigured(service));
      const { realmId, userId } = caller;
      const sealed = provider.signOn && (await ports.credentials.callToken(realmId, userId, service.path));
      const { id, email, fullName } = user.right;
      const made = await provider.create({
        caller: { id, email, fullName },
        title,
        isVideo,
        ownServer: state.realm.settings.jitsiServerUrl,
        token: sealed === undefined ? undefined : ports.seals.open(sealed),
      });
      if (isLeft(made)) {
        if (made.left.kind === "no_token" && sealed !== undefined)
          await keep(caller, service, null, sealed)();
        return left(callError(service, made.left));
      }
      if (made.right.token !== undefined) await keep(caller, service, made.right.token, sealed)();
      return right(made.right.url);
    };
};
