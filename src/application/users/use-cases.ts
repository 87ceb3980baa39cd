import type { Workings } from "../workings";
import { addAlertWords, listAlertWords, removeAlertWords } from "./alert-words";
import { authenticate, authenticateByKey } from "./authenticate";
import { confirmEmailChange, requestEmailChange } from "./change-email";
import { createUser } from "./create-user";
import { deactivateSelf } from "./deactivate-self";
import { deactivateUser } from "./deactivate-user";
import { fetchOwnUser } from "./fetch-own-user";
import { fetchStatus } from "./fetch-status";
import { fetchUser } from "./fetch-user";
import { listUsers } from "./list-users";
import { logIn } from "./log-in";
import { logInForDevelopment } from "./log-in-for-development";
import { muteUser, unmuteUser } from "./mute-user";
import { fetchOwnApiKey, hasPassword } from "./own-api-key";
import { permitEmailChanges } from "./permit-email-changes";
import { reactivateUser } from "./reactivate-user";
import { regenerateApiKey } from "./regenerate-api-key";
import { setStatus } from "./set-status";
import { updateOthersSettings } from "./update-others-settings";
import { updateSettings } from "./update-settings";
import { updateUser } from "./update-user";

/** Users, their accounts and their settings. */
export const userUseCases = (workings: Workings) => ({
  addAlertWords: addAlertWords(workings),
  authenticate: authenticate(workings),
  authenticateByKey: authenticateByKey(workings),
  confirmEmailChange: confirmEmailChange(workings),
  create: createUser(workings),
  deactivate: deactivateUser(workings),
  deactivateSelf: deactivateSelf(workings),
  fetch: fetchUser(workings),
  fetchApiKey: fetchOwnApiKey(workings),
  fetchOwn: fetchOwnUser(workings),
  fetchStatus: fetchStatus(workings),
  hasPassword: hasPassword(workings),
  list: listUsers(workings),
  listAlertWords: listAlertWords(workings),
  logIn: logIn(workings),
  logInForDevelopment: logInForDevelopment(workings),
  mute: muteUser(workings),
  permitEmailChanges: permitEmailChanges(workings),
  reactivate: reactivateUser(workings),
  regenerateApiKey: regenerateApiKey(workings),
  removeAlertWords: removeAlertWords(workings),
  requestEmailChange: requestEmailChange(workings),
  setStatus: setStatus(workings),
  unmute: unmuteUser(workings),
  update: updateUser(workings),
  updateOthersSettings: updateOthersSettings(workings),
  updateSettings: updateSettings(workings),
});
