/** Our own sounds, made when they are heard: a few tones and breaths of noise each. */
import type { Sound } from './sound.svelte';

/** A tone that glides from one pitch to another, or noise through a filter at that pitch. */
interface Part {
  wave: OscillatorType | 'noise';
  from: number; // Hz
  to?: number;
  at?: number; // seconds after the beginning
  long: number; // seconds
  loud?: number; // 1 is as loud as anything gets
}

const SCORE: Record<Sound, Part[]> = {
  card: [{ wave: 'noise', from: 2600, to: 5200, long: 0.09, loud: 0.5 }],
  tile: [
    { wave: 'noise', from: 900, to: 300, long: 0.05, loud: 0.9 },
    { wave: 'sine', from: 190, to: 120, long: 0.09 },
  ],
  step: [{ wave: 'triangle', from: 330, to: 260, long: 0.07, loud: 0.6 }],
  ring: [
    { wave: 'noise', from: 240, to: 520, long: 0.7, loud: 0.8 },
    { wave: 'sine', from: 70, to: 96, long: 0.7, loud: 0.9 },
  ],
  roll: [0, 0.07, 0.16, 0.28].map((at) => ({ wave: 'noise', from: 1500, to: 700, at, long: 0.04 })),
  knock: [0, 0.13].map((at) => ({ wave: 'sine', from: 150, to: 60, at, long: 0.12 })),
  turn: [
    { wave: 'triangle', from: 523, long: 0.14, loud: 0.7 },
    { wave: 'triangle', from: 784, at: 0.12, long: 0.22, loud: 0.7 },
  ],
  win: [523, 659, 784, 1047].map((from, n) => ({
    wave: 'triangle', from, at: n * 0.13, long: n === 3 ? 0.6 : 0.2, loud: 0.8,
  })),
  lose: [392, 330, 262].map((from, n) => ({
    wave: 'sine', from, at: n * 0.2, long: n === 2 ? 0.5 : 0.24, loud: 0.7,
  })),
  chat: [{ wave: 'sine', from: 880, to: 990, long: 0.08, loud: 0.4 }],
};

const LOUDEST = 0.16;
const AFTER = 0.14; // seconds between two sounds

let stage: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** One after another. */
export function play(sounds: Sound[]): void {
  stage ??= new AudioContext();
  void stage.resume();
  const now = stage.currentTime;
  sounds.forEach((name, n) => SCORE[name].forEach((part) => sing(stage!, part, now + n * AFTER)));
}

function sing(stage: AudioContext, part: Part, begin: number): void {
  const at = begin + (part.at ?? 0);
  const end = at + part.long;
  const voice = stage.createGain();
  voice.gain.setValueAtTime(0.0001, at);
  voice.gain.exponentialRampToValueAtTime(LOUDEST * (part.loud ?? 1), at + 0.012);
  voice.gain.exponentialRampToValueAtTime(0.0001, end);
  voice.connect(stage.destination);
  const source = part.wave === 'noise' ? breath(stage, part, voice, at) : tone(stage, part, part.wave, voice, at);
  source.start(at);
  source.stop(end + 0.02);
}

function tone(stage: AudioContext, part: Part, wave: OscillatorType, voice: GainNode, at: number): OscillatorNode {
  const source = stage.createOscillator();
  source.type = wave;
  glide(source.frequency, part, at);
  source.connect(voice);
  return source;
}

function breath(stage: AudioContext, part: Part, voice: GainNode, at: number): AudioBufferSourceNode {
  const source = stage.createBufferSource();
  source.buffer = hiss ??= noise(stage);
  const filter = stage.createBiquadFilter();
  filter.type = 'bandpass';
  glide(filter.frequency, part, at);
  source.connect(filter).connect(voice);
  return source;
}

function glide(pitch: AudioParam, { from, to = from, long }: Part, at: number): void {
  pitch.setValueAtTime(from, at);
  pitch.exponentialRampToValueAtTime(to, at + long);
}

/** A second of it. */
function noise(stage: AudioContext): AudioBuffer {
  const buffer = stage.createBuffer(1, stage.sampleRate, stage.sampleRate);
  buffer.getChannelData(0).forEach((_, n, all) => (all[n] = Math.random() * 2 - 1));
  return buffer;
}
