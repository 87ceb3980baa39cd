import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fetchPushDevices, type PushDevice, removePushDevice, testPush } from "../../../api/account";
import { useApp } from "../../../app/app";
import { words } from "../../../words/en";
import { adminWords } from "../../../words/en-administration";
import { shortDateAndTime } from "../parts/short-time";
import { useAction } from "../parts/use-action";

const nameOf = ({ service, is_encrypted: isEncrypted }: PushDevice): string =>
  adminWords.deviceKinds[`${service}${isEncrypted ? " encrypted" : ""}`] ?? adminWords.deviceUnknown;

interface DeviceProps {
  readonly device: PushDevice;
  readonly onRemoved: () => void;
}

const Device = ({ device, onRemoved }: DeviceProps) => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const name = nameOf(device);
  const facts = [
    adminWords.deviceStates[device.state],
    ...(device.error_code === null ? [] : [device.error_code]),
    adminWords.deviceSince(shortDateAndTime(device.added_at)),
  ];
  const test = async () => {
    if (await run(() => testPush(device))) app.showToast({ text: adminWords.pushTestDone });
  };
  const remove = async () => {
    if (await run(() => removePushDevice(device))) onRemoved();
  };
  return (
    <li class="channel-row">
      <div class="channel-about">
        <strong>{name}</strong>
        <p class="soft">{facts.join(" · ")}</p>
        {problem}
      </div>
      <button
        type="button"
        class="plain"
        disabled={isBusy}
        aria-label={adminWords.pushTestOf(name)}
        onClick={() => void test()}
      >
        {adminWords.pushTest}
      </button>
      <button
        type="button"
        class="plain"
        disabled={isBusy}
        aria-label={words.remove(name)}
        onClick={() => void remove()}
      >
        {adminWords.deviceRemove}
      </button>
    </li>
  );
};

/** The devices that receive the user's notifications: state, and a test for each. */
export const PushDevices = () => {
  const app = useApp();
  const devices = useSignal<readonly PushDevice[] | undefined>(undefined);
  const load = () =>
    void app.attempt(
      fetchPushDevices().then((found) => {
        devices.value = found;
      }),
    );
  useEffect(load, []);
  return (
    <section class="setting-group">
      <h2>{adminWords.devices}</h2>
      <p>
        {app.store.realm.value.realm_push_notifications_enabled === true
          ? adminWords.pushOn
          : adminWords.pushOff}
      </p>
      {devices.value?.length === 0 && <p class="soft">{adminWords.noDevices}</p>}
      <ul class="inbox-list">
        {devices.value?.map((device) => (
          <Device key={device.device_id ?? device.token} device={device} onRemoved={load} />
        ))}
      </ul>
    </section>
  );
};
