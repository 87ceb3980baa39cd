import { defaultUserSettings } from "../../../src/domain/users/user-settings";
import { memoryRealm } from "./memory-realm";

/** A realm whose users see more or less of each other. */
export const seenUsers = () =>
  memoryRealm({
    people: {
      ada: "administrator",
      ben: { settings: { ...defaultUserSettings, emailAddressVisibility: "administrators" } },
      cleo: "member",
      gina: "guest",
      robot: { botOf: "ben" },
      gone: { isActive: false },
    },
    channels: { shared: { of: ["gina", "cleo"] } },
  });
