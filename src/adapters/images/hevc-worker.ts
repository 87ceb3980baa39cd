import { parentPort, workerData } from "node:worker_threads";
import { HeifDecoder } from "libheif-js/wasm-bundle.js";

/** What a thread is started for. */
export interface HevcTask {
  readonly image: Uint8Array;
  readonly mostPixels: number;
  /** Of WebAssembly's memory. */
  readonly mostBytes: number;
}

/** A picture as red, green, blue and alpha, a byte each. */
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
/** What Node has of WebAssembly, which its types leave out. */
const { WebAssembly: wasm } = globalThis as unknown as {
  readonly WebAssembly: { readonly Memory: { readonly prototype: Memory } };
};

/** The decoder believes what files say of themselves; this bounds its memory whatever they say. */
const boundMemory = (mostBytes: number): void => {
  const { prototype } = wasm.Memory;
  const { grow } = prototype;
  prototype.grow = function (pages: number) {
    if (this.buffer.byteLength + pages * pageBytes > mostBytes) throw new RangeError("Too much memory");
    return grow.call(this, pages);
  };
};

/** The main picture of a file; undefined where it can't be decoded. */
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

// The decoder tells there what is wrong with a file: that is its sender's matter, and no matter of the log.
console.log = () => undefined;
console.error = () => undefined;

// It throws where its memory is at an end.
void decode(workerData as HevcTask)
  .catch(() => undefined)
  .then((pixels) => parentPort?.postMessage(pixels, pixels ? [pixels.data.buffer] : []));
