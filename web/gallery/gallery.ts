/** The boards with sample tables, to look at while drawing them: `npm run dev`, then /gallery/. */
import { mount } from 'svelte';
import '../src/style.css';
import Gallery from './Gallery.svelte';

mount(Gallery, { target: document.getElementById('app')! });
