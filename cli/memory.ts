// Measures the peak memory of the process.

/** Returns the most resident memory so far in MB, as the operating system counted it. */
export function peakMegabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}
