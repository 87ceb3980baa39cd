import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import type { PasswordError } from "../../domain/passwords/refusals";
import type { RealmState } from "../../domain/state/realm-state";
import type { UserError } from "../../domain/users/refusals";
import { actingAsAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { PasswordHasher } from "../ports/login/password-hasher";
import type { PasswordStrength } from "../ports/login/password-strength";
import { prepareOutside, stillPrepared } from "../prepared-outside";
import { admitUser } from "../sign-up/shared/admit-user";
import type { InTransaction } from "../transaction";
import { preparePassword } from "../users/shared/check-password";
import { checkEmail, checkFreeEmail, checkFullName, checkUniqueName } from "../users/shared/check-profile";

interface NewAccount {
  readonly email: string;
  readonly fullName: string;
  readonly password: string;
}

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
}

/** Creates an account subscribed to the default channels, and returns its id. Administrators only. */
export const createUser =
  (ports: Ports) =>
  (
    caller: Caller,
    input: NewAccount,
  ): TaskEither<CallerError | InputError | PasswordError | UserError, UserId> =>
  async () => {
    const { inTransaction, directory } = ports;
    const email = checkEmail(input.email);
    if (E.isLeft(email)) return email;
    const fullName = checkFullName(input.fullName);
    if (E.isLeft(fullName)) return fullName;
    const known = [email.right, fullName.right];
    const prepare = ({ realm }: RealmState) =>
      preparePassword(ports, realm.settings, { password: input.password, known });
    const state = await directory.stateOf(caller.realmId);
    const prepared = await prepareOutside(state, prepare(state));
    return inTransaction(
      caller,
      actingAsAdministrator(caller, async (tx) => {
        const free = checkFreeEmail(tx.state, email.right);
        if (E.isLeft(free)) return free;
        const unique = checkUniqueName(tx.state, fullName.right, undefined);
        if (E.isLeft(unique)) return unique;
        const password = stillPrepared(tx, "password", prepared, () => prepare(tx.state));
        if (E.isLeft(password)) return password;
        const user = await admitUser(tx, {
          email: email.right,
          fullName: fullName.right,
          role: "member",
          passwordHash: password.right,
          invitation: undefined,
          awaitsFirstLogin: true,
        });
        return E.right(user.id);
      }),
    );
  };
