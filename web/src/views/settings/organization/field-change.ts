import type { ProfileField } from "../../../api/wire";
import { useApp } from "../../../app";
import type { Logged } from "../logged";
import { isAdministrator } from "../scope";
import { useLastChange } from "../use-last-change";

const logged: Logged = {
  id: "profile fields",
  log: { kinds: ["custom_profile_field_added", "custom_profile_field_changed"] },
};

/** Who changed a profile field last, where the reader may know. */
export const useFieldChange = (field: ProfileField | undefined) =>
  useLastChange(
    logged,
    isAdministrator(useApp().store),
    JSON.stringify(field),
    ({ target }) => target.type === "custom_profile_field" && target.id === field?.id,
  );
