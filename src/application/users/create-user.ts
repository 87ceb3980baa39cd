import { isLeft, right } from "fp-ts/Either";
import { administratorIn, type Caller, type Result } from "../caller";
import type { MessageRenderer } from "../ports/message-renderer";
import type { PasswordHasher } from "../ports/password-hasher";
import type { PasswordStrength } from "../ports/password-strength";
import { admitUser } from "../sign-up/admit-user";
import type { InTransaction } from "../transaction";
import { checkPassword } from "./check-password";
import { checkEmail, checkFreeEmail, checkFullName, checkOwnName } from "./check-profile";

interface UserWanted {
  readonly email: string;
  readonly fullName: string;
  readonly password: string;
}

interface Ports {
  readonly inTransaction: InTransaction;
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
  readonly renderer: MessageRenderer;
}

/** Makes an account, subscribed to the default channels; answers with its id. Administrators only. */
export const createUser =
  ({ inTransaction, passwords, passwordStrength, renderer }: Ports) =>
  (caller: Caller, wanted: UserWanted): Result<number> =>
  async () => {
    const email = checkEmail(wanted.email);
    if (isLeft(email)) return email;
    const fullName = checkFullName(wanted.fullName);
    if (isLeft(fullName)) return fullName;
    const known = [email.right, fullName.right];
    const password = await checkPassword(passwordStrength, wanted.password, known);
    const passwordHash = isLeft(password) ? "" : await passwords.hash(password.right);

    return inTransaction(caller.realmId, (tx) => async () => {
      const creator = administratorIn(tx.state, caller);
      if (isLeft(creator)) return creator;
      const free = checkFreeEmail(tx.state, email.right);
      if (isLeft(free)) return free;
      const unique = checkOwnName(tx.state, fullName.right, undefined);
      if (isLeft(unique)) return unique;
      if (isLeft(password)) return password;
      const user = await admitUser(
        tx,
        { renderer },
        {
          ...{ email: email.right, fullName: fullName.right, role: "member", passwordHash },
          ...{ invitation: undefined, awaitsFirstLogin: true },
        },
      );
      return right(user.id);
    })();
  };
