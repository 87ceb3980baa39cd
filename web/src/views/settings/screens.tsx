import { type Signal, signal } from "@preact/signals";
import { sendsMail } from "../../api/http";
import { useApp } from "../../app/app";
import { isRightToLeft } from "../../app/appearance";
import { deferredWords } from "../../words/en-deferred";
import { screenWords } from "../../words/en-settings-screens";
import { singleKeys } from "../keys/single-keys";
import { ThisBrowser } from "../user-menu/notifications";
import { UserGroups } from "./group/groups";
import { Access } from "./organization/access";
import { AuditLog } from "./organization/audit-log";
import { Data } from "./organization/data";
import { DefaultChannels } from "./organization/default-channels";
import { EmojiList } from "./organization/emoji-list";
import { Folders } from "./organization/folders";
import { Icon } from "./organization/icon";
import { Invitations } from "./organization/invitations";
import { Linkifiers } from "./organization/linkifiers";
import { Logo } from "./organization/logo";
import { People } from "./organization/people";
import { Playgrounds } from "./organization/playgrounds";
import { ProfileFields } from "./organization/profile-fields";
import { Reports } from "./organization/reports";
import { defaultsScope, groupsIn, organizationScope, type Scope, unplaced, userScope } from "./parts/scope";
import type { Screen } from "./parts/screen";
import { Groups, SectionSettings } from "./parts/setting-groups";
import { Account } from "./personal/account";
import { AlertWords } from "./personal/alert-words";
import { Bots } from "./personal/bots";
import { ChannelNotifications } from "./personal/channel-notifications";
import { Files } from "./personal/files";
import { Muted } from "./personal/muted";
import { Profile } from "./personal/profile";
import { PushDevices } from "./personal/push-devices";
import { Sessions } from "./personal/sessions";
import { Snippets } from "./personal/snippets";

/** A section of settings, with optional content before and after. */
const settingsOf =
  (
    scope: Scope,
    section: string,
    Before?: () => preact.ComponentChild,
    After?: () => preact.ComponentChild,
  ): Screen =>
  ({ rest }) => (
    <>
      {Before && <Before />}
      <SectionSettings scope={scope} section={section} highlighted={rest} />
      {After && <After />}
    </>
  );

/** What notifications depend on in addition to the settings: this browser, and the server's mail. */
const NotificationsHere = () => (
  <>
    {!sendsMail() && <p class="change-notice">{screenWords.noMailNotices}</p>}
    <ThisBrowser />
  </>
);

/** Settings without a section. */
const moreOf =
  (scope: Scope): Screen =>
  ({ rest }) => (
    <Groups
      scope={scope}
      groups={[{ title: screenWords.newSettings, settings: unplaced(scope) }]}
      highlighted={rest}
    />
  );

/** A setting that is kept in the browser. */
const BrowserSwitch = ({ label, isOn }: { readonly label: string; readonly isOn: Signal<boolean> }) => (
  <label class="check">
    <input
      type="checkbox"
      checked={isOn.value}
      onChange={({ currentTarget }) => {
        isOn.value = currentTarget.checked;
      }}
    />
    {label}
  </label>
);

/** Settings that apply to this browser only. */
const OfThisBrowser = () => (
  <section class="setting-group">
    <h2>{screenWords.thisBrowser}</h2>
    <BrowserSwitch label={deferredWords.singleKeys} isOn={singleKeys} />
    <BrowserSwitch label={screenWords.rightToLeft} isOn={isRightToLeft} />
  </section>
);

const defaultsAt = signal<string>("preferences");

/** Defaults for new members: the same settings as a user's own. */
const Defaults: Screen = () => {
  const app = useApp();
  const ids = Object.keys(defaultsScope.words).filter((id) => groupsIn(defaultsScope, id).length > 0);
  return (
    <>
      <p>{screenWords.defaultsHint}</p>
      <nav class="choices" aria-label={screenWords.whichDefaults}>
        {ids.map((id) => (
          <button
            key={id}
            type="button"
            class="plain"
            aria-pressed={defaultsAt.value === id}
            onClick={() => {
              defaultsAt.value = id;
            }}
          >
            {(screenWords.sections.settings as Readonly<Record<string, readonly string[]>>)[id]?.[0]}
          </button>
        ))}
      </nav>
      <SectionSettings
        key={defaultsAt.value}
        scope={defaultsScope}
        section={defaultsAt.value}
        highlighted=""
      />
      {defaultsScope.mayChange(app.store, { name: "", kind: "text", fallback: "" }) ? null : (
        <p class="soft">{screenWords.administratorsOnly}</p>
      )}
    </>
  );
};

/** The content of each section, by area and id. */
export const screens: Readonly<Record<string, Screen>> = {
  "settings profile": Profile,
  "settings account": Account,
  "settings sessions": Sessions,
  "settings preferences": settingsOf(userScope, "preferences", undefined, OfThisBrowser),
  "settings notifications": settingsOf(userScope, "notifications", NotificationsHere, () => (
    <>
      <ChannelNotifications />
      <PushDevices />
    </>
  )),
  "settings privacy": settingsOf(userScope, "privacy"),
  "settings muted": Muted,
  "settings alert-words": AlertWords,
  "settings snippets": Snippets,
  "settings files": Files,
  "settings bots": Bots,
  "settings more": moreOf(userScope),
  "organization profile": settingsOf(organizationScope, "profile", Icon, Logo),
  "organization people": People,
  "organization groups": UserGroups,
  "organization invitations": Invitations,
  "organization access": settingsOf(organizationScope, "access", undefined, Access),
  "organization permissions": settingsOf(organizationScope, "permissions"),
  "organization messages": settingsOf(organizationScope, "messages", undefined, () => (
    <>
      <Reports />
      <FileRules />
    </>
  )),
  "organization default-channels": DefaultChannels,
  "organization profile-fields": ProfileFields,
  "organization folders": Folders,
  "organization linkifiers": Linkifiers,
  "organization playgrounds": Playgrounds,
  "organization emoji": EmojiList,
  "organization defaults": Defaults,
  "organization audit-log": AuditLog,
  "organization data": Data,
  "organization more": moreOf(organizationScope),
};

/** Settings that describe where files are stored. */
const FileRules = () => {
  const { realm } = useApp().store;
  const quota = realm.value.realm_upload_quota_mib;
  return (
    <section class="setting-group">
      <h2>{screenWords.files}</h2>
      <p>{screenWords.largestFile(Number(realm.value.max_file_upload_size_mib))}</p>
      <p>{typeof quota === "number" ? screenWords.quota(quota) : screenWords.noQuota}</p>
      <p class="soft">{screenWords.serverSays}</p>
    </section>
  );
};
