import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { findPicture } from "../../../../application/pictures/find-picture";
import { openPicture } from "../../../../application/pictures/open-picture";
import { removeAvatar } from "../../../../application/pictures/remove-avatar";
import { removeRealmPicture } from "../../../../application/pictures/remove-realm-picture";
import { setAvatar } from "../../../../application/pictures/set-avatar";
import { setRealmPicture } from "../../../../application/pictures/set-realm-picture";
import { findRealm } from "../../../../application/realm/find-realm";
import { fetchUser } from "../../../../application/users/fetch-user";
import { largestPictureMib, type Realm } from "../../../../domain/realm/realm";
import type { User } from "../../../../domain/users/user";
import { userAddress } from "../../../zulip-wire/codecs/named-parameters";
import { required } from "../../../zulip-wire/codecs/parameter";
import { bool, decodeText, nat, text, wireType } from "../../../zulip-wire/codecs/wire-type";
import { realmPictureUrl } from "../../../zulip-wire/encode/picture";
import { avatarUrl, unknownUserPicture } from "../../../zulip-wire/encode/user";
import { done, endpoint, type FileRule } from "../../declaration/endpoint";
import type { SignedInContext } from "../../declaration/request-context";
import { FileReply } from "../../reply/file-reply";
import { Redirect } from "../../reply/reply";

const string = { type: "string" };
const exactlyOne = (what: string): FileRule => ({
  to: "memory",
  mostMib: largestPictureMib,
  whenNotOne: `You must upload exactly one ${what}.`,
});

const ownAvatar = ({ realm }: SignedInContext) =>
  TE.map((user: User) => ({ avatar_url: avatarUrl(user, { user, realm, clientGravatar: false }) }));
const iconUrl = TE.map((realm: Realm) => ({ icon_url: realmPictureUrl(realm, "icon") }));
const setAvatarEndpoint = endpoint({
  method: "post",
  at: "/users/me/avatar",
  caller: "user",
  takesFile: exactlyOne("avatar"),
  summary: "Set the caller's picture",
  path: {},
  params: {},
  response: { avatar_url: string },
  use: setAvatar,
  run: (setAvatar, context) => ownAvatar(context)(setAvatar(context.caller, context.files.read[0])),
});

const removeAvatarEndpoint = endpoint({
  method: "delete",
  at: "/users/me/avatar",
  caller: "user",
  summary: "Remove the caller's picture",
  path: {},
  params: {},
  response: { avatar_url: string },
  use: removeAvatar,
  run: (removeAvatar, context) => ownAvatar(context)(removeAvatar(context.caller)),
});

const setIconEndpoint = endpoint({
  method: "post",
  at: "/realm/icon",
  caller: "user",
  takesFile: exactlyOne("icon"),
  summary: "Set the organization's icon. Administrators only",
  path: {},
  params: {},
  response: { icon_url: string },
  use: setRealmPicture,
  run: (setRealmPicture, { caller, files }) => iconUrl(setRealmPicture(caller, "icon", files.read[0])),
});

const removeIconEndpoint = endpoint({
  method: "delete",
  at: "/realm/icon",
  caller: "user",
  summary: "Remove the organization's icon. Administrators only",
  path: {},
  params: {},
  response: { icon_url: string },
  use: removeRealmPicture,
  run: (removeRealmPicture, { caller }) => iconUrl(removeRealmPicture(caller, "icon")),
});

const showIconEndpoint = endpoint({
  method: "get",
  at: "/realm/icon",
  caller: "user",
  summary: "Redirect to the organization's icon",
  path: {},
  params: {},
  response: {},
  use: findRealm,
  run: (findRealm, { host }) =>
    pipe(
      findRealm(host),
      TE.map(({ realm }) => new Redirect(realmPictureUrl(realm, "icon"))),
    ),
});

const night = { night: required(bool) };
const logo = (isForNight: boolean) => (isForNight ? "nightLogo" : "logo");

const setLogoEndpoint = endpoint({
  method: "post",
  at: "/realm/logo",
  caller: "user",
  takesFile: exactlyOne("logo"),
  summary: "Set the organization's logo for light or dark mode. Administrators only",
  path: {},
  params: night,
  response: {},
  use: setRealmPicture,
  run: (setRealmPicture, { caller, files }, input) =>
    done(setRealmPicture(caller, logo(input.night), files.read[0])),
});

const removeLogoEndpoint = endpoint({
  method: "delete",
  at: "/realm/logo",
  caller: "user",
  summary: "Remove the organization's logo for light or dark mode. Administrators only",
  path: {},
  params: night,
  response: {},
  use: removeRealmPicture,
  run: (removeRealmPicture, { caller }, input) => done(removeRealmPicture(caller, logo(input.night))),
});

const showLogoEndpoint = endpoint({
  method: "get",
  at: "/realm/logo",
  caller: "user",
  summary: "Redirect to the organization's logo",
  path: {},
  params: night,
  response: {},
  use: findRealm,
  run: (findRealm, { host }, input) =>
    pipe(
      findRealm(host),
      TE.map(({ realm }) => new Redirect(realmPictureUrl(realm, logo(input.night)))),
    ),
});

const pictureTypes: Readonly<Record<string, string>> = {
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
};

const servePictureEndpoint = endpoint({
  method: "get",
  at: "/user_avatars/{realm_id}/{+name}",
  caller: "anyone",
  cost: "download",
  summary: "Get an avatar, emoji, icon or logo",
  path: { realm_id: required(nat), name: required(text) },
  params: {},
  response: {},
  use: { findPicture, openPicture },
  run: ({ findPicture, openPicture }, _context, { realm_id, name }) => {
    const [token = "", ending = ""] = name.split("/").at(-1)?.split(".") ?? [];
    return pipe(
      findPicture(realm_id, name),
      TE.map(
        (picture) =>
          new FileReply({
            contentType: pictureTypes[ending] ?? "image/png",
            size: picture.size,
            name: `picture.${ending}`,
            isDownload: false,
            tag: token,
            modifiedAt: picture.storedAt,
            // A new picture has a new name.
            cacheControl: "public, max-age=31536000, immutable",
            open: (range) => openPicture(picture, range),
          }),
      ),
    );
  },
});

/** An email address in place of an id. */
const address = wireType(userAddress, (value, name) =>
  value.includes("@") ? decodeText(userAddress, value, name) : E.left(`Invalid ${name}`),
);

const showAvatarOf = (at: string, size: "small" | "medium") =>
  endpoint({
    method: "get",
    at,
    caller: "user",
    summary:
      "Redirect to a user's picture, by address; to a picture of nobody if the caller may not know the user",
    path: { email: required(address) },
    params: {},
    response: {},
    use: fetchUser,
    run: (fetchUser, { caller, realm }, { email }) =>
      pipe(
        fetchUser(caller, { email, realmHost: realm.host }),
        TE.match(
          () => unknownUserPicture,
          ({ user, reader }) => avatarUrl(user, { user: reader, realm, clientGravatar: false }, size) ?? "/",
        ),
        TE.fromTask,
        TE.map((url) => new Redirect(url)),
      ),
  });

export const pictureEndpoints = [
  setAvatarEndpoint,
  removeAvatarEndpoint,
  showIconEndpoint,
  setIconEndpoint,
  removeIconEndpoint,
  showLogoEndpoint,
  setLogoEndpoint,
  removeLogoEndpoint,
];

/** Outside `/api/v1`, because messages contain the addresses of files. */
export const pictureFileEndpoints = [
  servePictureEndpoint,
  showAvatarOf("/avatar/{email}", "small"),
  showAvatarOf("/avatar/{email}/medium", "medium"),
];
