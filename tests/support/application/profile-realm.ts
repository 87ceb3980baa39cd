import type { Caller } from "../../../src/application/caller";
import { addProfileField } from "../../../src/application/profile-fields/add-profile-field";
import { changeOwnProfile } from "../../../src/application/profile-fields/change-own-profile";
import type { FieldInput } from "../../../src/application/profile-fields/internal/check-profile-field";
import {
  type FieldUpdate,
  updateProfileField,
} from "../../../src/application/profile-fields/update-profile-field";
import type { ProfileFieldType } from "../../../src/domain/profile-fields/profile-field";
import { refusalOf, successOf } from "./memory-application";
import { memoryRealm } from "./memory-realm";

const plain: FieldInput = {
  name: "Field",
  hint: "",
  data: {},
  displayInProfileSummary: false,
  required: false,
  editableByUser: true,
  useForUserMatching: false,
};

const unchanged: FieldUpdate = {
  name: undefined,
  hint: undefined,
  data: undefined,
  displayInProfileSummary: undefined,
  required: undefined,
  editableByUser: undefined,
  useForUserMatching: undefined,
};

/** The choices of a dropdown. */
export const choices = { vi: { text: "Vim", order: "1" }, em: { text: "Emacs", order: "2" } };

export const notAdministrator = "Must be an organization administrator";

/** A realm whose owner adds and changes profile fields. */
export const profileRealm = async () => {
  const founded = await memoryRealm({ people: { ann: "member", ben: "member" } });
  const { services, owner } = founded;
  const attempt = (by: Caller, more: Partial<FieldInput>, type: ProfileFieldType = "short_text") =>
    addProfileField(services)(by, type, { ...plain, ...more })();
  const attemptUpdate = (by: Caller, id: number, change: Partial<FieldUpdate>) =>
    updateProfileField(services)(by, id, { ...unchanged, ...change })();
  type Field = [more: Partial<FieldInput>, type?: ProfileFieldType];
  return {
    ...founded,
    /** Adds a field as the owner; returns its id. */
    add: async (...field: Field) => successOf(await attempt(owner, ...field)),
    /** The message with which a new field is refused. */
    addRefusal: async (by: Caller, ...field: Field) => refusalOf(await attempt(by, ...field)),
    update: async (id: number, change: Partial<FieldUpdate>) =>
      successOf(await attemptUpdate(owner, id, change)),
    updateRefusal: async (by: Caller, id: number, change: Partial<FieldUpdate>) =>
      refusalOf(await attemptUpdate(by, id, change)),
    choose: async (by: Caller, id: number, value: string) =>
      successOf(await changeOwnProfile(services)(by, [{ id, value }])()),
    fields: async () => (await founded.state()).profileFields,
  };
};
