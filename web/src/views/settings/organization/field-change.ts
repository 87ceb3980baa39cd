import { useApp } from "../../../app/app";
import type { ProfileField } from "../../../wire/wire";
import type { LoggedSubject } from "../parts/last-change";
import { isAdministrator } from "../parts/scope";
import { useLastChange } from "../parts/use-last-change";

const logged: LoggedSubject = {
  id: "profile fields",
  log: { kinds: ["custom_profile_field_added", "custom_profile_field_changed"] },
};

/** Who last changed a profile field, if the user can see it. */
export const useFieldChange = (field: ProfileField | undefined) =>
  useLastChange(
    logged,
    isAdministrator(useApp().store),
    JSON.stringify(field),
    ({ target }) => target.type === "custom_profile_field" && target.id === field?.id,
  );
