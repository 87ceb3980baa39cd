import { parentPort, workerData } from "node:worker_threads";
import { HeifDecoder } from "libheif-js/wasm-bundle.js";

/** The input of a decoding thread. */
export interface HevcTask {
  readonly image: Uint8Array;
  readonly mostPixels: number;
  /** Limit on WebAssembly's memory. */
  readonly mostBytes: number;
}

/** A picture as red, green, blue and alpha, one byte each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

const pageBytes = 65_536;

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
/** The parts of WebAssembly that Node has and its types omit. */
declare const WebAssembly: { readonly Memory: { readonly prototype: Memory } };

/** The decoder trusts what files declare; this bounds its memory whatever they declare. */
const boundMemory = (mostBytes: number): void => {
  const { prototype } = WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = function (pages: number) {
    if (this.buffer.byteLength + pages * pageBytes > mostBytes) throw new RangeError("Too much memory");
    return grow.call(this, pages);
  };
};

/** The main picture of a file; undefined if it can't be decoded. */
const decode = async ({ image, mostPixels, mostBytes }: HevcTask): Promise<Pixels | undefined> => {
  boundMemory(mostBytes);
  const pictures = new HeifDecoder().decode(image);
  const picture = pictures.find((one) => one.is_primary()) ?? pictures[0];
  if (picture === undefined) return undefined;
  const [width, height] = [picture.get_width(), picture.get_height()];
  if (width * height === 0 || width * height > mostPixels) return undefined;
  const room: Pixels = { width, height, data: new Uint8ClampedArray(width * height * 4) };
  const shown = await new Promise((done) => picture.display(room, done));
  return shown === null ? undefined : room;
};

// The decoder prints problems of the file, which don't belong in the log.
console.log = () => undefined;
console.error = () => undefined;

// hevc-decoder.ts gives it the task. It throws when it runs out of memory.
void decode(workerData as HevcTask)
  .catch(() => undefined)
  .then((pixels) => parentPort?.postMessage(pixels, pixels ? [pixels.data.buffer] : []));
