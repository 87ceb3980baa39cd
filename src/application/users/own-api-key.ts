import { isLeft, right } from "fp-ts/Either";
import { type Caller, callerIn, type Result } from "../caller";
import type { ApiKeys } from "../ports/api-keys";
import type { CredentialReader } from "../ports/credentials";
import type { RealmDirectory } from "../realm-directory";

/** The caller's own API key, for whoever has proved again who they are. */
export const fetchOwnApiKey =
  ({ directory, apiKeys }: { readonly directory: RealmDirectory; readonly apiKeys: ApiKeys }) =>
  (caller: Caller): Result<string> =>
  async () => {
    const user = callerIn(await directory.of(caller.realmId), caller);
    if (isLeft(user)) return user;
    return right(apiKeys.keyOf(caller.realmId, user.right.id, user.right.apiKeyVersion));
  };

/** Whether the caller has a password: some log in by another way only. */
export const hasPassword =
  ({ credentials }: { readonly credentials: CredentialReader }) =>
  async ({ realmId, userId }: Caller): Promise<boolean> =>
    (await credentials.passwordHash(realmId, userId)) !== undefined;
