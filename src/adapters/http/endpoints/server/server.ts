import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { findRealm } from "../../../../application/realm/find-realm";
import { hasOpenChannel } from "../../../../domain/policy/channel-access";
import { type LoginMethods, loginMethodsOf } from "../../../../domain/realm/login-method";
import { defaultRealmSettings } from "../../../../domain/realm/realm-settings";
import type { RealmState } from "../../../../domain/state/realm-state";
import { encodeLoginMethods } from "../../../zulip-wire/encode/authentication-methods";
import { realmPictureUrl } from "../../../zulip-wire/encode/picture";
import { malformedRequest } from "../../../zulip-wire/malformed-request";
import { realmInfo, type ServerInfo } from "../../../zulip-wire/server-info";
import { versionFields } from "../../../zulip-wire/version";
import { endpoint } from "../../declaration/endpoint";

const string = { type: "string" };
const boolean = { type: "boolean" };

const signOnMethod = (name: string): object => ({
  name: "oidc",
  display_name: name,
  display_icon: null,
  login_url: "/accounts/login/social/oidc",
  signup_url: "/accounts/register/social/oidc",
});

/** The login page, for apps that know only password logins. */
const browserMethod: object = {
  name: "browser",
  display_name: "your browser",
  display_icon: null,
  login_url: "/login",
  signup_url: "/register",
};

const hasTwoFactors = ({ realm, hasSecondFactors }: RealmState): boolean =>
  realm.settings.requireTwoFactors || hasSecondFactors;

/** Login methods besides address and password, in display order. API §4.25. */
const externalAuthenticationMethods = (
  { signOnName }: ServerInfo,
  logins: LoginMethods,
  state: RealmState | undefined,
): readonly object[] => [
  ...(signOnName === undefined || !logins.has("OpenID Connect") ? [] : [signOnMethod(signOnName)]),
  ...(state && hasTwoFactors(state) ? [browserMethod] : []),
];

/** Clients of the API's first mobile app, discontinued years ago. */
const isIncompatible = (client: string): boolean => client === "ZulipInvalid";
const clientTooOld = malformedRequest("Client is too old");

const describeRealm = (state: RealmState, server: ServerInfo): object => {
  const { realm } = state;
  const { url } = realmInfo(realm, server);
  return {
    realm_uri: url,
    realm_url: url,
    realm_name: realm.name,
    realm_icon: realmPictureUrl(realm, "icon"),
    realm_description: realm.renderedDescription,
    realm_web_public_access_enabled: hasOpenChannel(state),
  };
};

const fetchServerSettingsEndpoint = endpoint({
  method: "get",
  at: "/server_settings",
  section: "4.25",
  caller: "anyone",
  summary: "Get public information about the server and the organization",
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
  run: (findRealm, { host, server, client }) => {
    const describeServer = (state: RealmState | undefined) => {
      const logins = loginMethodsOf(server.offeredLogins, state?.realm.settings ?? defaultRealmSettings);
      return {
        authentication_methods: encodeLoginMethods(logins),
        external_authentication_methods: externalAuthenticationMethods(server, logins, state),
        ...versionFields,
        push_notifications_enabled: server.sendsPush,
        is_incompatible: isIncompatible(client),
        email_auth_enabled: logins.has("Email"),
        require_email_format_usernames: true,
      };
    };
    return pipe(
      findRealm(host),
      TE.match(
        // The root of a server with several realms describes no realm.
        () => describeServer(undefined),
        (state) => ({ ...describeServer(state), ...describeRealm(state, server) }),
      ),
      TE.fromTask,
    );
  },
});

const checkCompatibilityEndpoint = endpoint({
  method: "get",
  at: "/compatibility",
  caller: "anyone",
  summary: "Check whether the client is new enough for this server",
  path: {},
  params: {},
  response: {},
  use: {},
  run: (_, { client }) => (isIncompatible(client) ? TE.left(clientTooOld) : TE.right({})),
});

export const serverEndpoints = [fetchServerSettingsEndpoint];

/** At the root, as in Zulip, and also below `/api/v1`. */
export const compatibilityEndpoints = [checkCompatibilityEndpoint];
