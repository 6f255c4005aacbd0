// What the process held at most.

/** Peak resident memory in MB, as the system counted it. */
export function peakMegabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}
