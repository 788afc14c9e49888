// Before anything is drawn, so that who chose the dark sees no flash of light.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // without storage the system's theme holds
}
