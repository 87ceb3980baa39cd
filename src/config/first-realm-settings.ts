import { hidden, optional } from "./setting";
import { email, text } from "./setting-values";

/** The organization created at the first start. */
export const firstRealmSettings = {
  realmName: optional("PARLEY_REALM_NAME", text, "Name of the organization to create at the first start"),
  ownerEmail: optional("PARLEY_OWNER_EMAIL", email, "Address of its owner"),
  ownerName: optional("PARLEY_OWNER_NAME", text, "Name of its owner; by default the address up to the @"),
  ownerPassword: hidden(
    "PARLEY_OWNER_PASSWORD",
    text,
    "Password of its owner; by default Parley generates one and shows it once",
  ),
};
