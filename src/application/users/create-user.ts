import { isLeft, right } from "fp-ts/Either";
import { administratorIn, type Caller, type Result } from "../caller";
import { historyOf } from "../channels/channel-activity";
import type { PasswordHasher } from "../ports/password-hasher";
import type { InTransaction } from "../transaction";
import { checkEmail, checkFreeEmail, checkFullName, checkOwnName } from "./check-profile";
import { firstSubscriptions, newUser } from "./new-user";

export interface UserWanted {
  readonly email: string;
  readonly fullName: string;
  readonly password: string;
}

interface Ports {
  readonly inTransaction: InTransaction;
  readonly passwords: PasswordHasher;
}

/** Makes an account, subscribed to the default channels; answers with its id. Administrators only. */
export const createUser =
  ({ inTransaction, passwords }: Ports) =>
  (caller: Caller, wanted: UserWanted): Result<number> =>
  async () => {
    const email = checkEmail(wanted.email);
    if (isLeft(email)) return email;
    const fullName = checkFullName(wanted.fullName);
    if (isLeft(fullName)) return fullName;
    const passwordHash = await passwords.hash(wanted.password);

    return inTransaction(caller.realmId, (tx) => async () => {
      const creator = administratorIn(tx.state, caller);
      if (isLeft(creator)) return creator;
      const free = checkFreeEmail(tx.state, email.right);
      if (isLeft(free)) return free;
      const unique = checkOwnName(tx.state, fullName.right, undefined);
      if (isLeft(unique)) return unique;
      const { settings, userDefaults } = tx.state.realm;
      const user = newUser({
        ...{
          id: tx.newId("user"),
          email: email.right,
          fullName: fullName.right,
          role: "member",
          now: tx.now,
        },
        ...{ settings: userDefaults, avatarSource: settings.defaultAvatarSource },
      });
      const channels = [...tx.state.defaultChannels].flatMap((id) => tx.state.channels.get(id) ?? []);
      const open = channels.filter(({ isArchived }) => !isArchived);
      const history = await historyOf(tx.messages, caller.realmId, open, tx.now);
      const channelIds = open.map(({ id }) => id);
      tx.append({ type: "user_created", user });
      if (channelIds.length > 0)
        tx.append({
          type: "subscribed",
          subscriptions: firstSubscriptions(user.id, channelIds),
          firstMessageId: tx.nextMessageId,
          history,
        });
      await tx.credentials.setPasswordHash(caller.realmId, user.id, passwordHash);
      return right(user.id);
    })();
  };
