const pitches = [660, 880];
const stepSeconds = 0.11;
const loudness = 0.12;

let context: AudioContext | undefined;

/** How long the machine may take to let a sound out, in milliseconds. */
const patience = 200;

/** Two soft tones, synthesized so that nothing is loaded. */
export const playSound = async (): Promise<void> => {
  context ??= new AudioContext();
  if (context.state !== "running")
    await Promise.race([
      context.resume().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, patience)),
    ]);
  // Until the first click or key, browsers hold sounds back, and would then play all of them at once.
  if (context.state !== "running") return;
  const start = context.currentTime;
  for (const [index, pitch] of pitches.entries()) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const at = start + index * stepSeconds;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(loudness, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 3 * stepSeconds);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 3 * stepSeconds);
  }
};
