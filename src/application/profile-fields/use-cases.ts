import type { Workings } from "../workings";
import { addProfileField } from "./add-profile-field";
import { changeOwnProfile } from "./change-own-profile";
import { listProfileFields } from "./list-profile-fields";
import { removeProfileField } from "./remove-profile-field";
import { reorderProfileFields } from "./reorder-profile-fields";
import { updateProfileField } from "./update-profile-field";

/** Custom profile fields, and people's values of them. */
export const profileFieldUseCases = (workings: Workings) => ({
  add: addProfileField(workings),
  changeOwn: changeOwnProfile(workings),
  list: listProfileFields(workings),
  remove: removeProfileField(workings),
  reorder: reorderProfileFields(workings),
  update: updateProfileField(workings),
});
