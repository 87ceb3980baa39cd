import type { ServerFacts } from "../request-context";

type Offering = Pick<ServerFacts, "isDevelopment" | "signOnName">;

/** Every login method that clients know: its name, the one in lower case of older clients, and whether it is offered. */
const methods: readonly (readonly [
  name: string,
  oldName: string,
  isOffered: (server: Offering) => boolean,
])[] = [
  ["Dev", "dev", ({ isDevelopment }) => isDevelopment],
  ["Email", "email", () => true],
  ["LDAP", "ldap", () => false],
  ["RemoteUser", "remoteuser", () => false],
  ["GitHub", "github", () => false],
  ["AzureAD", "azuread", () => false],
  ["GitLab", "gitlab", () => false],
  ["Google", "google", () => false],
  ["Apple", "apple", () => false],
  ["Discord", "discord", () => false],
  ["SAML", "saml", () => false],
  ["OpenID Connect", "openid connect", ({ signOnName }) => signOnName !== undefined],
];

/** The login methods before one has logged in, under the names that old clients know. API §4.25. */
export const encodeLoginMethods = (server: Offering): Record<string, boolean> => ({
  password: true,
  ...Object.fromEntries(methods.map(([, oldName, isOffered]) => [oldName, isOffered(server)])),
});

/** The login methods of an organization, and why some can't be chosen. */
export const encodeRealmLoginMethods = (server: Offering): object =>
  Object.fromEntries(
    methods.map(([name, , isOffered]) => [
      name,
      isOffered(server)
        ? { enabled: true, available: true }
        : {
            ...{ enabled: false, available: false },
            unavailable_reason: "This login method isn't configured on this server.",
          },
    ]),
  );
