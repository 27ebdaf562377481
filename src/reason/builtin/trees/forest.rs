//! An ensemble of decision trees, as flat as its file.

use super::ModelError;

/// A split, or a leaf where `left` is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// The feature that is asked for.
    pub feature: u8,
    /// The node of the same tree to go to where the feature is at most `value`.
    pub left: u8,
    /// Where it is above.
    pub right: u8,
    /// The threshold of a split, the sum of a leaf.
    pub value: f32,
}

/// Trees whose sums are added up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forest {
    /// The sum to begin with.
    pub bias: f32,
    /// The trees, each from its root.
    pub trees: Vec<Vec<Node>>,
}

impl Forest {
    /// The log-odds for a row of features.
    #[must_use]
    pub fn logit(&self, row: &[f32]) -> f64 {
        f64::from(self.bias) + self.trees.iter().map(|tree| leaf(tree, row)).sum::<f64>()
    }

    /// Its bytes: bias, number of trees, then each tree's number of nodes and nodes.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.bias.to_le_bytes());
        out.extend((self.trees.len() as u32).to_le_bytes());
        for tree in &self.trees {
            out.push(tree.len() as u8);
            for node in tree {
                out.extend([node.feature, node.left, node.right]);
                out.extend(node.value.to_le_bytes());
            }
        }
    }

    /// Reads what [`Self::write`] wrote; `features` is how many a row has.
    pub(super) fn read(from: &mut Bytes<'_>, features: usize) -> Result<Self, ModelError> {
        let (bias, count) = (from.float()?, from.number()?);
        let mut trees = Vec::new();
        for _ in 0..count {
            let [size] = from.take()?;
            let mut tree = Vec::with_capacity(size.into());
            for at in 0..size {
                let [feature, left, right] = from.take()?;
                let leaf = left == 0;
                // A path that only goes on ends, and every place that it comes to is there.
                let goes_on = left > at && right > at && left < size && right < size;
                if !leaf && (!goes_on || usize::from(feature) >= features) {
                    return Err(ModelError::Tree);
                }
                tree.push(Node { feature, left, right, value: from.float()? });
            }
            if tree.is_empty() {
                return Err(ModelError::Tree);
            }
            trees.push(tree);
        }
        Ok(Self { bias, trees })
    }
}

fn leaf(tree: &[Node], row: &[f32]) -> f64 {
    let mut node = &tree[0];
    while node.left != 0 {
        let next = if row[usize::from(node.feature)] <= node.value { node.left } else { node.right };
        node = &tree[usize::from(next)];
    }
    f64::from(node.value)
}

/// Bytes that are read from the front.
pub(super) struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    pub fn take<const N: usize>(&mut self) -> Result<[u8; N], ModelError> {
        let (head, rest) = self.0.split_first_chunk().ok_or(ModelError::Short)?;
        self.0 = rest;
        Ok(*head)
    }

    pub fn number(&mut self) -> Result<u32, ModelError> {
        Ok(u32::from_le_bytes(self.take()?))
    }

    pub fn float(&mut self) -> Result<f32, ModelError> {
        let value = f32::from_le_bytes(self.take()?);
        if value.is_finite() { Ok(value) } else { Err(ModelError::Tree) }
    }
}
