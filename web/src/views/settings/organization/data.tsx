import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { bytesIn } from "../../../../../src/domain/units/size";
import { fetchFiles } from "../../../api/account";
import {
  deactivateOrganization,
  type ExportConsent,
  fetchConsents,
  fetchExports,
} from "../../../api/organization";
import { useApp } from "../../../app/app";
import { adminWords } from "../../../words/en-administration";
import { screenWords } from "../../../words/en-settings-screens";
import { isAdministrator, isOwner } from "../parts/scope";
import type { Screen } from "../parts/screen";
import { sizeText } from "../parts/size-text";
import { Field, useAction } from "../parts/use-action";

const Storage = () => {
  const { realm } = useApp().store;
  const { run, problem } = useAction();
  const used = useSignal<number | undefined>(undefined);
  useEffect(() => {
    void run(async () => {
      used.value = (await fetchFiles()).upload_space_used;
    });
  }, []);
  const quota = realm.value.realm_upload_quota_mib;
  const all = typeof quota === "number" ? sizeText(quota * bytesIn.mebibyte) : undefined;
  return (
    <section class="setting-group">
      <h2>{adminWords.storage}</h2>
      {used.value !== undefined && (
        <>
          <p>{adminWords.storageFacts(sizeText(used.value), all)}</p>
          {typeof quota === "number" && (
            <meter aria-label={adminWords.storage} max={quota * bytesIn.mebibyte} value={used.value} />
          )}
        </>
      )}
      <p>{screenWords.largestFile(Number(realm.value.max_file_upload_size_mib))}</p>
      {problem}
    </section>
  );
};

/** Whether the server can send push notifications to phones; users test it with their own. */
const Push = () => {
  const app = useApp();
  return (
    <section class="setting-group">
      <h2>{adminWords.pushState}</h2>
      <p>
        {app.store.realm.value.realm_push_notifications_enabled === true
          ? adminWords.pushOn
          : adminWords.pushOff}
      </p>
      <div>
        <a class="link" href={app.href({ screen: "settings", section: "notifications" })}>
          {adminWords.ownDevices}
        </a>
      </div>
    </section>
  );
};

const Exports = () => {
  const { run, problem } = useAction();
  const count = useSignal<number | undefined>(undefined);
  const consents = useSignal<readonly ExportConsent[]>([]);
  useEffect(() => {
    void run(async () => {
      const [exports, agreed] = await Promise.all([fetchExports(), fetchConsents()]);
      consents.value = agreed;
      count.value = exports.length;
    });
  }, []);
  return (
    <section class="setting-group">
      <h2>{adminWords.exports}</h2>
      {count.value !== undefined && (
        <>
          <p>{count.value === 0 ? adminWords.exportsNone : adminWords.exportsCount(count.value)}</p>
          <p>
            {adminWords.consents(
              consents.value.filter(({ consented }) => consented).length,
              consents.value.length,
            )}
          </p>
        </>
      )}
      {problem}
    </section>
  );
};

const End = () => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const written = useSignal("");
  const name = String(app.store.realm.value.realm_name ?? "");
  const end = () =>
    run(async () => {
      await deactivateOrganization();
      app.leave();
      window.location.assign("/login");
    });
  return (
    <section class="setting-group">
      <h2>{adminWords.deactivateOrganization}</h2>
      <p>{adminWords.deactivateOrganizationHint}</p>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (written.value.trim() === name) void end();
        }}
      >
        <Field
          label={adminWords.confirmName(name)}
          value={written.value}
          autocomplete="off"
          isRequired
          onInput={(text) => {
            written.value = text;
          }}
        />
        <button
          type="submit"
          class="plain dangerous"
          disabled={isBusy || name === "" || written.value.trim() !== name}
        >
          {adminWords.deactivateOrganization}
        </button>
      </form>
      {problem}
    </section>
  );
};

/** The organization's storage, exports and deactivation. */
export const Data: Screen = () => {
  const { store } = useApp();
  return (
    <>
      <Storage />
      <Push />
      {isAdministrator(store) && <Exports />}
      {isOwner(store) && <End />}
    </>
  );
};
