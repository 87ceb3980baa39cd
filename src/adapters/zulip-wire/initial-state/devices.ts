import { noDevices } from "../../../domain/push/push-device";
import { encodeDevice } from "../encode/device";
import type { StatePart } from "./context";

export const devicesPart: StatePart = ({ state, user }) => {
  const { devices } = state.pushDevices.get(user.id) ?? noDevices;
  return { devices: Object.fromEntries(devices.map((device) => [device.id, encodeDevice(device)])) };
};
