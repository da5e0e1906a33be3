import { fetchFirstPage } from '#app/first-page.ts';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// The data is asked for before the code that is going to show it has arrived.
const asked = fetchFirstPage(location);
void import('#app/mount.tsx').then(({ mount }) => mount(root, asked));
