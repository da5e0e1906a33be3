import { fetchFirstPage } from '#app/ahead.ts';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// The data is asked for before the code that is going to show it has arrived.
fetchFirstPage(location);
void import('#app/mount.tsx').then(({ mount }) => mount(root));
