//! Gradient-boosted trees for a yes or no: histograms, the best leaf first.

use gainsay::reason::builtin::trees::{Forest, Node, logistic};

/// How trees are grown.
#[derive(Clone, Copy)]
pub struct Growth {
    /// Trees for each seed.
    pub trees: usize,
    /// Leaves of a tree, at most.
    pub leaves: usize,
    /// How much of a step each tree makes.
    pub rate: f64,
    /// L2 on leaves.
    pub l2: f64,
    /// Weight (second derivative) that a leaf needs.
    pub least: f64,
    /// Share of the rows that a tree sees.
    pub rows: f64,
    /// Share of the features that a tree sees.
    pub columns: f64,
    /// Forests that are averaged.
    pub seeds: u64,
}

/// Rows of features with what is to be foretold.
#[derive(Clone, Default)]
pub struct Table {
    /// All of one length.
    pub rows: Vec<Vec<f32>>,
    /// Yes or no.
    pub yes: Vec<bool>,
    /// What a row counts.
    pub weights: Vec<f64>,
}

impl Table {
    pub fn push(&mut self, row: Vec<f32>, yes: bool, weight: f64) {
        self.rows.push(row);
        self.yes.push(yes);
        self.weights.push(weight);
    }
}

/// Numbers that look drawn by lot and are the same each time (SplitMix64).
pub struct Lots(pub u64);

impl Lots {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    pub fn chance(&mut self, share: f64) -> bool {
        (self.next() >> 11) as f64 / ((1_u64 << 53) as f64) < share
    }
}

/// How finely a feature is split.
const BINS: usize = 48;

/// A feature in bins: the upper bound of each but the last, and the bin of each row.
struct Column {
    bounds: Vec<f32>,
    bins: Vec<u8>,
}

impl Column {
    fn of(values: Vec<f32>) -> Self {
        let mut sorted = values.clone();
        sorted.sort_by(f32::total_cmp);
        let mut bounds: Vec<f32> = Vec::new();
        let distinct = sorted.windows(2).filter(|pair| pair[0] < pair[1]).count() + 1;
        let step = if distinct <= BINS { 1 } else { sorted.len() / BINS };
        let mut since = 0;
        for pair in sorted.windows(2) {
            since += 1;
            if pair[0] < pair[1] && since >= step {
                bounds.push(pair[0] + (pair[1] - pair[0]) / 2.0);
                since = 0;
            }
        }
        let bins = values.iter().map(|value| bounds.partition_point(|bound| bound < value) as u8).collect();
        Self { bounds, bins }
    }
}

/// Grows a forest that foretells `table`.
pub fn grow(table: &Table, growth: Growth, seed: u64) -> Forest {
    let features = table.rows.first().map_or(0, Vec::len);
    let columns: Vec<Column> =
        (0..features).map(|f| Column::of(table.rows.iter().map(|row| row[f]).collect())).collect();
    let all: f64 = table.weights.iter().sum();
    let yes: f64 = table.weights.iter().zip(&table.yes).filter(|(_, yes)| **yes).map(|(w, _)| w).sum();
    let bias = (yes / (all - yes)).ln();
    let mut forest = Forest { bias: bias as f32, trees: Vec::new() };
    for number in 0..growth.seeds {
        let mut lots = Lots(seed.wrapping_mul(0x1_0001).wrapping_add(number));
        let mut logits = vec![bias; table.rows.len()];
        for _ in 0..growth.trees {
            let gradients: Vec<(f64, f64)> = logits
                .iter()
                .zip(&table.yes)
                .zip(&table.weights)
                .map(|((logit, yes), weight)| {
                    let p = logistic(*logit);
                    (weight * (f64::from(u8::from(*yes)) - p), weight * (p * (1.0 - p)).max(1e-6))
                })
                .collect();
            let rows: Vec<u32> = (0..table.rows.len() as u32).filter(|_| lots.chance(growth.rows)).collect();
            let asked: Vec<usize> = (0..features).filter(|_| lots.chance(growth.columns)).collect();
            let tree = tree(&columns, &gradients, rows, &asked, growth);
            for (row, logit) in logits.iter_mut().enumerate() {
                let mut at = 0_usize;
                while tree[at].left != 0 {
                    let node = &tree[at];
                    let below = table.rows[row][usize::from(node.feature)] <= node.value;
                    at = usize::from(if below { node.left } else { node.right });
                }
                *logit += f64::from(tree[at].value);
            }
            let share = 1.0 / growth.seeds as f32;
            let shared =
                |node: &Node| Node { value: if node.left == 0 { node.value * share } else { node.value }, ..*node };
            forest.trees.push(tree.iter().map(shared).collect());
        }
    }
    forest
}

struct Leaf {
    node: usize,
    rows: Vec<u32>,
    split: Option<Split>,
}

#[derive(Clone, Copy)]
struct Split {
    gain: f64,
    feature: usize,
    bin: usize,
}

fn tree(columns: &[Column], gradients: &[(f64, f64)], rows: Vec<u32>, asked: &[usize], growth: Growth) -> Vec<Node> {
    let value = |rows: &[u32]| {
        let (g, h) = sums(gradients, rows);
        (growth.rate * g / (h + growth.l2)) as f32
    };
    let mut nodes = vec![Node { feature: 0, left: 0, right: 0, value: value(&rows) }];
    let split = best(columns, gradients, &rows, asked, growth);
    let mut leaves = vec![Leaf { node: 0, rows, split }];
    while leaves.len() < growth.leaves {
        let gain = |leaf: &Leaf| leaf.split.map_or(0.0, |split| split.gain);
        // The first of equals.
        let Some(chosen) = (0..leaves.len()).rev().max_by(|a, b| gain(&leaves[*a]).total_cmp(&gain(&leaves[*b])))
        else {
            break;
        };
        let Some(split) = leaves[chosen].split else { break };
        let leaf = leaves.swap_remove(chosen);
        let column = &columns[split.feature];
        let (low, high): (Vec<u32>, Vec<u32>) =
            leaf.rows.into_iter().partition(|row| usize::from(column.bins[*row as usize]) <= split.bin);
        let next = nodes.len() as u8;
        nodes[leaf.node] =
            Node { feature: split.feature as u8, left: next, right: next + 1, value: column.bounds[split.bin] };
        for (node, rows) in [(next, low), (next + 1, high)] {
            nodes.push(Node { feature: 0, left: 0, right: 0, value: value(&rows) });
            let split = best(columns, gradients, &rows, asked, growth);
            leaves.push(Leaf { node: node.into(), rows, split });
        }
    }
    nodes
}

fn sums(gradients: &[(f64, f64)], rows: &[u32]) -> (f64, f64) {
    rows.iter().map(|row| gradients[*row as usize]).fold((0.0, 0.0), |(g, h), (a, b)| (g + a, h + b))
}

fn best(columns: &[Column], gradients: &[(f64, f64)], rows: &[u32], asked: &[usize], growth: Growth) -> Option<Split> {
    let (all_g, all_h) = sums(gradients, rows);
    let worth = |g: f64, h: f64| g * g / (h + growth.l2);
    let mut best: Option<Split> = None;
    for feature in asked {
        let column = &columns[*feature];
        let mut bins = [(0.0, 0.0); BINS * 2 + 2];
        for row in rows {
            let (g, h) = gradients[*row as usize];
            let bin = &mut bins[usize::from(column.bins[*row as usize])];
            bin.0 += g;
            bin.1 += h;
        }
        let (mut g, mut h) = (0.0, 0.0);
        for (bin, (of_g, of_h)) in bins.iter().enumerate().take(column.bounds.len()) {
            g += of_g;
            h += of_h;
            if h < growth.least || all_h - h < growth.least {
                continue;
            }
            let gain = worth(g, h) + worth(all_g - g, all_h - h) - worth(all_g, all_h);
            if gain > 1e-9 && best.is_none_or(|best| gain > best.gain) {
                best = Some(Split { gain, feature: *feature, bin });
            }
        }
    }
    best
}
