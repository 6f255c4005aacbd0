// Declares style sheets as modules. The bundler packs them into the page.
declare module '*.css';
