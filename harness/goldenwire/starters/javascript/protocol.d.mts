// Types of protocol.mjs, for TypeScript and for editors.

/** Any JSON; the notation has no numbers. */
export type Json = null | boolean | string | Json[] | { [member: string]: Json };
export type Bytes = Uint8Array;

export interface Hello {
  codec: { name: string; version: string; language: string };
  formats: Record<string, FormatSupport>;
}

export interface FormatSupport {
  operations: ('decode' | 'encode' | 'transcode')[];
  features?: string[];
  policies?: Record<string, string>;
}

export interface Codec {
  hello(): Hello;
  decode?(format: string, data: Bytes, context: Json): Json;
  encode?(format: string, value: Json, context: Json, plan: Json): Bytes;
  transcode?(format: string, data: Bytes, context: Json): Bytes;
}

export class Rejected extends Error {
  constructor(code?: string, offset?: number, message?: string);
  code: string;
  offset?: number;
}

export class Unsupported extends Error {}

export function integer(atom: Json, low?: bigint, high?: bigint, code?: string): bigint;
export function integerOf(number: bigint | number): string;
export function bits(atom: Json, size: number, code?: string): bigint;
export function bitsOf(number: bigint | number, size: number): string;
export function octets(atom: Json, code?: string): Bytes;
export function octetsOf(data: Bytes): string;
export function boolean(atom: Json, code?: string): boolean;
export function text(atom: Json, code?: string): Bytes;
export function textOf(data: Bytes): string;

export function answer(codec: Codec, request: { [member: string]: any }): { [member: string]: any };
export function serve(codec: Codec): Promise<void>;
