import type { Caller } from "../../caller";
import type { CredentialReader } from "../../ports/login/credentials";

/** How a user can confirm their identity. Users who log in by another service may have a second factor or nothing. */
export const findConfirmationMethod =
  ({ credentials }: { readonly credentials: CredentialReader }) =>
  async (who: Pick<Caller, "realmId" | "userId">): Promise<"password" | "code" | "nothing"> => {
    if ((await credentials.passwordHash(who.realmId, who.userId)) !== undefined) return "password";
    return (await credentials.secondFactors(who.realmId, who.userId)).length > 0 ? "code" : "nothing";
  };
