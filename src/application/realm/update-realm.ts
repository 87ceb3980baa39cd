import { type Either, isLeft, left, right } from "fp-ts/Either";
import { canSeeChannel } from "../../domain/channel-access";
import { type ApiError, badRequest, mustBe } from "../../domain/errors";
import type { GroupSettingUpdate } from "../../domain/group-setting";
import { languageName } from "../../domain/language";
import type { LoginMethod } from "../../domain/login-method";
import type { RealmChange } from "../../domain/people-event";
import { realmLimits } from "../../domain/realm";
import { ownersPermissions, type RealmPermission, realmPermissionRules } from "../../domain/realm-permission";
import { ownersSettings, type RealmSettings } from "../../domain/realm-settings";
import { reordersText } from "../../domain/reordering";
import { allows } from "../../domain/role";
import { latestUpdate } from "../../domain/server-update";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import { appendWithSight } from "../channels/sight-through-groups";
import { checkGroupSettingUpdates } from "../permissions/check-group-setting";
import type { CallProvider } from "../ports/call-provider";
import type { SignOnIdentities } from "../ports/sign-on-identities";
import type { InTransaction, Transaction } from "../transaction";
import { changedPart } from "../users/check-settings";
import { checkLoginMethods, type LoginMethodsUpdate } from "./check-login-methods";

interface RealmUpdate {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly settings: Partial<RealmSettings>;
  readonly loginMethods: LoginMethodsUpdate | undefined;
  readonly permissions: Readonly<Partial<Record<RealmPermission, GroupSettingUpdate>>>;
}

interface Ports {
  readonly inTransaction: InTransaction;
  readonly callProviders: readonly CallProvider[];
  readonly offeredLogins: readonly LoginMethod[];
  readonly signOnIdentities: SignOnIdentities;
}

/**
 * Changes the organization's settings, all of them or none; answers with what changed. Administrators only;
 * who gets in, and how long messages are kept, is for owners.
 */
export const updateRealm =
  ({ inTransaction, callProviders, offeredLogins, signOnIdentities }: Ports) =>
  (caller: Caller, update: RealmUpdate): Result<RealmChange> =>
  async () => {
    const { realmId, userId } = caller;
    const isLinked = update.loginMethods !== undefined && (await signOnIdentities.isLinked(realmId, userId));
    return inTransaction(caller, (tx) => async () => {
      const found = callerIn(tx.state, caller);
      if (isLeft(found)) return found;
      const refusal = refusalOf(found.right, update);
      if (refusal) return left(refusal);
      const { videoChatProvider: calls } = update.settings;
      if (calls && !callProviders.some(({ service }) => service.id === calls))
        return left(badRequest(`Invalid video_chat_provider ${calls}`));
      const { realm } = tx.state;
      const settings = checkSettings(tx, found.right, update.settings);
      if (isLeft(settings)) return settings;
      const { disabledLoginMethods } = realm.settings;
      const logins = update.loginMethods
        ? checkLoginMethods(realm.settings, offeredLogins, update.loginMethods, isLinked)
        : right(disabledLoginMethods);
      if (isLeft(logins)) return logins;
      const texts = checkTexts(update);
      if (isLeft(texts)) return texts;
      const permissions = checkGroupSettingUpdates(
        tx.state,
        realmPermissionRules,
        realm.permissions,
        update.permissions,
      );
      if (isLeft(permissions)) return permissions;
      const { name, description } = texts.right;
      const isOtherWay = logins.right.join() !== disabledLoginMethods.join();
      const changedSettings = {
        ...changedPart(realm.settings, settings.right),
        ...(isOtherWay && { disabledLoginMethods: logins.right }),
        ...(beginsToAnnounce(realm.settings, settings.right) && { announcedUpdate: latestUpdate }),
      };
      const change: RealmChange = {
        ...(name !== undefined && name !== realm.name && { name }),
        ...(description !== undefined &&
          description !== realm.description && {
            description,
            renderedDescription: tx.rendered(description).html,
          }),
        ...(Object.keys(changedSettings).length > 0 && { settings: changedSettings }),
        ...(Object.keys(permissions.right).length > 0 && { permissions: permissions.right }),
      };
      if (Object.keys(change).length > 0) await appendWithSight(tx, [{ type: "realm_changed", change }]);
      return right(change);
    })();
  };

/** What came before an organization wanted to be told of updates is no news. */
const beginsToAnnounce = (before: RealmSettings, given: Partial<RealmSettings>): boolean =>
  before.serverUpdateAnnouncementsChannelId === null &&
  (given.serverUpdateAnnouncementsChannelId ?? null) !== null;

const refusalOf = (
  user: User,
  { settings, loginMethods, permissions }: RealmUpdate,
): ApiError | undefined => {
  if (!allows(user.role, "administrator")) return mustBe("administrator");
  // Whoever turns it on can't lock themselves out, and shows the others the way.
  const hasNoFactor = settings.requireTwoFactors && user.secondFactors === 0;
  const isOwners =
    loginMethods !== undefined ||
    Object.keys(settings).some((name) => ownersSettings.has(name as keyof RealmSettings)) ||
    Object.keys(permissions).some((name) => ownersPermissions.has(name as RealmPermission));
  if (isOwners && user.role !== "owner") return mustBe("owner");
  return hasNoFactor ? badRequest("Set up a second factor for yourself first.") : undefined;
};

const tooLong = (name: string, limit: number): ApiError =>
  badRequest(`${name} is too long (limit: ${limit} characters)`);

const checkTexts = ({
  name,
  description,
}: RealmUpdate): Either<ApiError, Pick<RealmUpdate, "name" | "description">> => {
  const trimmed = name?.trim();
  if (trimmed === "") return left(badRequest("name cannot be blank."));
  if (trimmed !== undefined && [...trimmed].length > realmLimits.nameLength)
    return left(tooLong("name", realmLimits.nameLength));
  if (trimmed !== undefined && reordersText(trimmed))
    return left(badRequest("Invalid characters in organization name!"));
  if (description !== undefined && [...description].length > realmLimits.descriptionLength)
    return left(tooLong("description", realmLimits.descriptionLength));
  return right({ name: trimmed, description });
};

const channelSettings = [
  "moderationRequestChannelId",
  "newStreamAnnouncementsChannelId",
  "signupAnnouncementsChannelId",
  "serverUpdateAnnouncementsChannelId",
] as const;

const checkSettings = (
  { state, now }: Transaction,
  user: User,
  settings: Partial<RealmSettings>,
): Either<ApiError, Partial<RealmSettings>> => {
  const { defaultLanguage, welcomeMessageCustomText: welcome } = settings;
  if (defaultLanguage !== undefined && languageName(defaultLanguage) === undefined)
    return left(badRequest(`Invalid language '${defaultLanguage}'`));
  if (welcome !== undefined && [...welcome].length > realmLimits.welcomeLength)
    return left(tooLong("welcome_message_custom_text", realmLimits.welcomeLength));
  for (const name of channelSettings) {
    const id = settings[name];
    if (id === undefined || id === null) continue;
    const channel = state.channels.get(id);
    if (channel === undefined || channel.isArchived || !canSeeChannel(state, user, channel, now))
      return left(badRequest("Invalid channel ID"));
    if (name === "moderationRequestChannelId" && channel.privacy !== "private")
      return left(badRequest("Moderation request channel must be private."));
  }
  return right(settings);
};
