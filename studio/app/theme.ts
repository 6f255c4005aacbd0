// The theme: dark, light, or the system's choice; kept for the next visit.
const KEY = 'callgym-theme';
const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export function theme(): Theme {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEY);
  } catch {
    // a page from a file may have no storage
  }
  return THEMES.find((each) => each === kept) ?? 'system';
}

export function applyTheme(): void {
  const now = theme();
  if (now === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = now;
}

export function nextTheme(): Theme {
  const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length] ?? 'system';
  try {
    localStorage.setItem(KEY, next);
  } catch {
    document.documentElement.dataset['theme'] = next;
  }
  applyTheme();
  return next;
}
