import { find } from '../src/find.js'; console.assert(find('Noodles') === 'C4');
