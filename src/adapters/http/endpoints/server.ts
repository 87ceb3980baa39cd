import { isLeft, left, right } from "fp-ts/Either";
import { findRealm } from "../../../application/realm/find-realm";
import { hasOpenChannel } from "../../../domain/channel-access";
import { badRequest } from "../../../domain/errors";
import { type LoginMethods, loginMethodsOf } from "../../../domain/login-method";
import { defaultRealmSettings } from "../../../domain/realm-settings";
import type { RealmState } from "../../../domain/realm-state";
import { encodeLoginMethods } from "../encode/authentication-methods";
import { realmPictureUrl } from "../encode/picture";
import { endpoint } from "../endpoint";
import { realmFacts, type ServerFacts } from "../request-context";
import { versionFields } from "../version";

const string = { type: "string" };
const boolean = { type: "boolean" };

const signOnMethod = (name: string): object => ({
  name: "oidc",
  display_name: name,
  display_icon: null,
  login_url: "/accounts/login/social/oidc",
  signup_url: "/accounts/register/social/oidc",
});

/** The server's own pages, for apps that know of passwords alone. */
const browserMethod: object = {
  name: "browser",
  display_name: "your browser",
  display_icon: null,
  login_url: "/login",
  signup_url: "/register",
};

const hasTwoFactors = ({ realm, hasSecondFactors }: RealmState): boolean =>
  realm.settings.requireTwoFactors || hasSecondFactors;

/** Ways in besides an address and a password, in the order in which they are shown. API §4.25. */
const externalAuthenticationMethods = (
  { signOnName }: ServerFacts,
  logins: LoginMethods,
  state: RealmState | undefined,
): readonly object[] => [
  ...(signOnName === undefined || !logins.has("OpenID Connect") ? [] : [signOnMethod(signOnName)]),
  ...(state && hasTwoFactors(state) ? [browserMethod] : []),
];

/** Clients of the API's first mobile app, which stopped working years ago. */
const isIncompatible = (client: string): boolean => client === "ZulipInvalid";

const fetchServerSettingsEndpoint = endpoint({
  method: "get",
  at: "/server_settings",
  section: "4.25",
  caller: "anyone",
  summary: "What anyone may know of the server and the organization",
  path: {},
  params: {},
  response: {
    authentication_methods: { type: "object", additionalProperties: boolean },
    external_authentication_methods: { type: "array", items: { type: "object" } },
    zulip_feature_level: { type: "integer" },
    zulip_version: string,
    zulip_merge_base: string,
    push_notifications_enabled: boolean,
    is_incompatible: boolean,
    email_auth_enabled: boolean,
    require_email_format_usernames: boolean,
    realm_uri: string,
    realm_url: string,
    realm_name: string,
    realm_icon: string,
    realm_description: string,
    realm_web_public_access_enabled: boolean,
  },
  use: findRealm,
  run:
    (findRealm, { host, server, client }) =>
    async () => {
      const found = await findRealm(host)();
      const settings = isLeft(found) ? defaultRealmSettings : found.right.realm.settings;
      const logins = loginMethodsOf(server.offeredLogins, settings);
      const common = {
        authentication_methods: encodeLoginMethods(logins),
        external_authentication_methods: externalAuthenticationMethods(
          server,
          logins,
          isLeft(found) ? undefined : found.right,
        ),
        ...versionFields,
        push_notifications_enabled: server.sendsPush,
        is_incompatible: isIncompatible(client),
        email_auth_enabled: logins.has("Email"),
        require_email_format_usernames: true,
      };
      // At the root of a server with several realms, there is none to tell of.
      if (isLeft(found)) return right(common);
      const { realm } = found.right;
      const { url } = realmFacts(realm, server);
      return right({
        ...common,
        realm_uri: url,
        realm_url: url,
        realm_name: realm.name,
        realm_icon: realmPictureUrl(realm, "icon"),
        realm_description: realm.renderedDescription,
        realm_web_public_access_enabled: hasOpenChannel(found.right),
      });
    },
});

const checkCompatibilityEndpoint = endpoint({
  method: "get",
  at: "/compatibility",
  caller: "anyone",
  summary: "Whether the program that asks is new enough for this server",
  path: {},
  params: {},
  response: {},
  use: {},
  run:
    (_, { client }) =>
    async () =>
      isIncompatible(client) ? left(badRequest("Client is too old")) : right({}),
});

export const serverEndpoints = [fetchServerSettingsEndpoint];

/** At the root, where Zulip has it, and in the API beside it. */
export const compatibilityEndpoints = [checkCompatibilityEndpoint];
