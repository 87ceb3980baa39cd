import { left, right } from "fp-ts/Either";
import { notLoggedIn } from "../../domain/errors";
import type { User } from "../../domain/user";
import type { Result } from "../caller";
import type { RealmDirectory } from "../realm-directory";

/** Everyone in the realm, or those named, for somebody without an account, where the realm lets such people in. */
export const listPublicUsers =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (realmId: number, userIds?: readonly number[]): Result<readonly User[]> =>
  async () => {
    const { realm, users } = await directory.of(realmId);
    if (!realm.settings.enableSpectatorAccess) return left(notLoggedIn);
    return right(
      userIds
        ? userIds.flatMap((id) => users.get(id) ?? [])
        : [...users.values()].filter(({ isSystemBot }) => !isSystemBot),
    );
  };
